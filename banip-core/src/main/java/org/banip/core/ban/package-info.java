/**
 * The BAN description: who the BAN is, its sensor groups and channels, and the layout of a sensor set.
 *
 * <p>Flows in: what an app or a recording says of its sensors. Flows out: immutable records used by every other room.
 * Any thread.
 */
@NullMarked
package org.banip.core.ban;

import org.jspecify.annotations.NullMarked;
