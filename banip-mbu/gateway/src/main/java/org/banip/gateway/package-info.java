/**
 * The gateway for devices that do not speak BANip (docs/gateway.md).
 *
 * <p>Flows in: messages of devices, on Netty's threads. Flows out: sensor sets, offered to the MBU of their BAN on the same threads.
 */
@NullMarked
package org.banip.gateway;

import org.jspecify.annotations.NullMarked;
