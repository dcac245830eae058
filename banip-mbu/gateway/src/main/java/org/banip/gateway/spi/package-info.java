/**
 * What a gateway asks of its surroundings: who a device is, and which BANs it may write.
 */
@NullMarked
package org.banip.gateway.spi;

import org.jspecify.annotations.NullMarked;
