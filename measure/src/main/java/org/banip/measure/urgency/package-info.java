/**
 * Whether service classes hold on an emulated link. First, an alarm, a live and a bulk group over a link that does not carry all of them, and an alarm
 * behind a backlog of a day: two processes at the ends of the link are told what to do; latencies per group flow out, as rows of a table. Second, alerts:
 * generated asystoles flow in behind such a backlog; the times until a webhook and the live page have the alert flow out.
 */
@NullMarked
package org.banip.measure.urgency;

import org.jspecify.annotations.NullMarked;
