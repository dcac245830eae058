/**
 * A broker in a servlet container: reads the settings and puts the relay's servlet in place.
 *
 * <p>Flows in: the web application's start and end. Flows out: a broker. The container's threads.
 */
@NullMarked
package org.banip.wsb.webapp;

import org.jspecify.annotations.NullMarked;
