/**
 * A broker in a servlet container: reads the settings and registers the relay's servlet.
 *
 * <p>Flows in: the web application's start and end. Flows out: a broker. The container's threads.
 */
@NullMarked
package org.banip.wsb.webapp;

import org.jspecify.annotations.NullMarked;
