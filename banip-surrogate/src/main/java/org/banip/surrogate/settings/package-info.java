/**
 * What an operator of a surrogate host can set, as checked records.
 *
 * <p>Flows in: values from a builder, a command line, or a servlet container. Flows out: the same, known to be in range. Any
 * thread.
 */
@NullMarked
package org.banip.surrogate.settings;

import org.jspecify.annotations.NullMarked;
