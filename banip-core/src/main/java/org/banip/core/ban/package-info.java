/**
 * The BAN description: the BAN's id, its sensor groups and channels, and the layout of a sensor set.
 *
 * <p>Flows in: descriptions from an app or a recording. Flows out: immutable records that all other packages use. Any thread.
 */
@NullMarked
package org.banip.core.ban;

import org.jspecify.annotations.NullMarked;
