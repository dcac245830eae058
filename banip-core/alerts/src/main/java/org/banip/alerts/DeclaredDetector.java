package org.banip.alerts;

import org.banip.alerts.spi.DetectorPlan;

/**
 * A detector as it was declared.
 *
 * @param name its name
 * @param kind its kind
 * @param group name of the group that it watches
 * @param where where the declaration stands, for errors
 * @param canonical its fields, to compare it with another declaration
 * @param json the declaration itself
 * @param plan makes detectors
 */
record DeclaredDetector(
        String name, String kind, String group, String where, String canonical, String json, DetectorPlan plan) {}
