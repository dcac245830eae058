/**
 * The surrogate host as a web application: opened when its context starts, closed when it stops.
 *
 * <p>Flows in: settings from the container's context parameters, system properties or environment variables
 * (docs/configuration.md, "Surrogate host"). Flows out: an installed host. The container's threads run it.
 */
@NullMarked
package org.banip.surrogate.webapp;

import org.jspecify.annotations.NullMarked;
