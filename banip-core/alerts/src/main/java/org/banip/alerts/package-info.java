/**
 * The detectors that are declared for a BAN (docs/alerts.md).
 *
 * <p>Flows in: a declaration in JSON ({@link org.banip.alerts.AlertRules}), then, for each group, sensor sets with their instants, gaps and the time
 * ({@link org.banip.alerts.GroupWatch}). Flows out: findings that begin and end. Rules are immutable; a watch belongs to one thread at a time.
 */
@NullMarked
package org.banip.alerts;

import org.jspecify.annotations.NullMarked;
