/**
 * What detectors find, and how an MBU tells it to the host.
 *
 * <p>Flows in: what a detector of {@link org.banip.alerts.spi} decides. Flows out: {@link org.banip.alerts.finding.Finding findings} to a {@link
 * org.banip.alerts.finding.FindingListener}, on the thread that gave the sensor sets.
 */
@NullMarked
package org.banip.alerts.finding;

import org.jspecify.annotations.NullMarked;
