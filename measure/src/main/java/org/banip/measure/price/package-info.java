/**
 * What durability costs the MBU and the host, beside NATS JetStream and Kafka (docs/measuring.md).
 *
 * <p>Flows in: how long and how many. Flows out: samples and packets a second, times until they are confirmed, bytes written. One thread; everything
 * that is measured is a process of its own.
 */
@NullMarked
package org.banip.measure.price;

import org.jspecify.annotations.NullMarked;
