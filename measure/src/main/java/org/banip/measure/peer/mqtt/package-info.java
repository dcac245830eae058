/**
 * MQTT 5 at quality of service 1: the HiveMQ client publishes to Mosquitto, a subscriber beside the broker stores.
 *
 * <p>Flows in: packets. Flows out: the same, at least once. Threads: one that publishes, one that receives, Netty's.
 */
@NullMarked
package org.banip.measure.peer.mqtt;

import org.jspecify.annotations.NullMarked;
