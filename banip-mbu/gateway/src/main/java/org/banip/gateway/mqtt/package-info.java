/**
 * MQTT 3.1.1 and 5 on one connection. Everything runs on the connection's event loop.
 */
@NullMarked
package org.banip.gateway.mqtt;

import org.jspecify.annotations.NullMarked;
