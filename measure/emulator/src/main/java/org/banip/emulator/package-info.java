/**
 * An emulated network: a mobile and a fixed host, which are network namespaces of this machine, and links between them
 * (docs/link.md). Begin with {@link org.banip.emulator.EmulatedNetwork}.
 *
 * <p>Flows in: a profile and a seed. Flows out: two hosts for processes and sockets, and counters. All methods may be
 * called by any thread.
 */
@NullMarked
package org.banip.emulator;

import org.jspecify.annotations.NullMarked;
