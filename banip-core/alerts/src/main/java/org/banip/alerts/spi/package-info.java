/**
 * What a kind of detector implements.
 *
 * <p>Flows in: the declaration of a detector ({@link org.banip.alerts.spi.Parameters}), then sensor sets of one group, gaps and the time. Flows out:
 * {@link org.banip.alerts.spi.Condition conditions} that begin and end. A detector belongs to one thread at a time. {@link java.util.ServiceLoader}
 * finds {@link org.banip.alerts.spi.DetectorProvider}s.
 */
@NullMarked
package org.banip.alerts.spi;

import org.jspecify.annotations.NullMarked;
