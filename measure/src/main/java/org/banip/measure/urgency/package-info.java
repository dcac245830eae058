/**
 * Whether service classes hold on an emulated link: an alarm, a live and a bulk group over a link that does not carry all of them, and an alarm
 * behind a backlog of a day. Two processes at the ends of the link are told what to do; latencies per group flow out, as rows of a table.
 */
@NullMarked
package org.banip.measure.urgency;

import org.jspecify.annotations.NullMarked;
