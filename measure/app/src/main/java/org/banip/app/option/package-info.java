/**
 * Options that several commands share, and checks of their values.
 *
 * <p>Flows in: arguments of the command line. Flows out: checked values, or an error that names the option and what is allowed. The main thread
 * parses.
 */
@NullMarked
package org.banip.app.option;

import org.jspecify.annotations.NullMarked;
