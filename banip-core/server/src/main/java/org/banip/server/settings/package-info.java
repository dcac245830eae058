/**
 * The settings of a server: one table, read alike from options, the environment, a file and a servlet container.
 *
 * <p>Flows in: text from each source. Flows out: checked values, or an error that names the setting, what was seen, what is allowed
 * and where it was seen. Any thread; everything is immutable.
 */
@NullMarked
package org.banip.server.settings;

import org.jspecify.annotations.NullMarked;
