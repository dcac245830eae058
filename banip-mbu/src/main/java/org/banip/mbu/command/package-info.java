/**
 * What the MBU does for commands of the host (docs/control.md): those that it declares, and BANip's own ones.
 *
 * <p>Flows in: names and argument bytes, on the thread {@code banip-command}. Flows out: calls of the app, and the bytes of results.
 */
@NullMarked
package org.banip.mbu.command;

import org.jspecify.annotations.NullMarked;
