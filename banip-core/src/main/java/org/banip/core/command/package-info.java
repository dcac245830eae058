/**
 * Commands to a BAN, as its MBU declares them: names, arguments with their limits, and who may send them (docs/control.md).
 *
 * <p>Flows in: declarations of an app or of a registration, and arguments. Flows out: checked arguments, and their JSON form. Any thread.
 */
@NullMarked
package org.banip.core.command;

import org.jspecify.annotations.NullMarked;
