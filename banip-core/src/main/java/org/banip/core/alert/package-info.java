/**
 * What is told of graded alerts (docs/graded-alerts.md): the steps of an alert, as contacts, subscribers and the wearer's MBU get them.
 *
 * <p>Flows in: the JSON of a step, from the host. Flows out: its fields, and a line for people. Any thread.
 */
@NullMarked
package org.banip.core.alert;

import org.jspecify.annotations.NullMarked;
