/**
 * The interface with which other modules add commands to {@code banip}.
 *
 * <p>Flows in: the signal by which a user asks a command to end. Flows out: commands. Everything runs on the main thread.
 */
@NullMarked
package org.banip.app.spi;

import org.jspecify.annotations.NullMarked;
