/**
 * Detectors on the host (docs/alerts.md, "On the host").
 *
 * <p>Flows in: decoded sensor sets and gaps of each session, in order, and the time, on the interconnect's serial executor; the operator's rules, from a
 * file that may change. Flows out: findings to a {@link org.banip.surrogate.detection.BanFindings}, once the sensor sets by which they were decided are
 * stored, on the same executor; the silence of BANs whose session has expired on a worker.
 */
@NullMarked
package org.banip.surrogate.detection;

import org.jspecify.annotations.NullMarked;
