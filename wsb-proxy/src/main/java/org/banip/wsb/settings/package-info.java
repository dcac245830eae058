/**
 * The settings of a broker, and the checked records made from them.
 *
 * <p>Flows in: settings from options, the environment, a file or a servlet container. Flows out: a broker's configuration and the bounds
 * of its connections. Any thread.
 */
@NullMarked
package org.banip.wsb.settings;

import org.jspecify.annotations.NullMarked;
