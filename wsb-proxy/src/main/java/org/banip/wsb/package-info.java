/** The Wireless Service Broker: authenticates mobile base units and relays their streams to surrogate hosts. */
@NullMarked
package org.banip.wsb;

import org.jspecify.annotations.NullMarked;
