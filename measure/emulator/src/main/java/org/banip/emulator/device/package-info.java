/**
 * The kernel's devices and namespaces, through JNA: 64-bit Linux only, with CAP_NET_ADMIN and CAP_SYS_ADMIN.
 *
 * <p>Flows in and out: IP packets, one for each call. A device belongs to one thread, but may be opened by another.
 */
@NullMarked
package org.banip.emulator.device;

import org.jspecify.annotations.NullMarked;
