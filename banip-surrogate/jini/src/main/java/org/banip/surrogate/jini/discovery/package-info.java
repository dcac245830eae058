/**
 * Multicast discovery of lookup services, by announcements only.
 *
 * <p>Flows in: where a lookup service is. Flows out: datagrams on one network interface, and on the other side the lookup service that they name. The
 * announcer has a thread; a client waits on its own.
 */
@NullMarked
package org.banip.surrogate.jini.discovery;

import org.jspecify.annotations.NullMarked;
