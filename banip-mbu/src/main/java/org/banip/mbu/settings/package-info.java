/**
 * The settings of an app: credentials, bounds and full policy, sockets and HTTP, reconnecting.
 *
 * <p>Flows in: values, which are checked at once. Flows out: the same values, immutable. Any thread.
 */
@NullMarked
package org.banip.mbu.settings;

import org.jspecify.annotations.NullMarked;
