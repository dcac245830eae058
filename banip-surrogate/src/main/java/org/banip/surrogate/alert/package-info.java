/**
 * Graded alerts (docs/graded-alerts.md): from what detectors find in BANs, alerts with a life cycle, kept in the store, and told to contacts.
 *
 * <p>Flows in: {@linkplain org.banip.alerts.finding.Finding findings}, queued by any thread; acknowledgements of people. Flows out: alerts and their
 * steps in the store, each committed together with what is to be delivered of it; deliveries by HTTP to webhooks. The thread {@code banip-alerts}
 * keeps the book, {@code banip-alert-outbox} delivers.
 */
@NullMarked
package org.banip.surrogate.alert;

import org.jspecify.annotations.NullMarked;
