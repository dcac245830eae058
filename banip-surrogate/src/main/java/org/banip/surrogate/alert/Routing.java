package org.banip.surrogate.alert;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the rules say of an alert.
 *
 * @param priority how soon somebody must react
 * @param to names of the contacts who are told of each step
 * @param escalateTo names of those who are told from the escalation on
 * @param escalateAfter how long it waits for an acknowledgement; empty: for ever
 */
record Routing(Priority priority, List<String> to, List<String> escalateTo, Optional<Duration> escalateAfter) {}
