/** Signals and recordings for tests. */
@org.jspecify.annotations.NullMarked
package org.banip.alerts.signals;
