package org.banip.surrogate.alert;

import java.util.Map;

/**
 * What alerting did since the host's start, and how it stands.
 *
 * @param open alerts of the store that have not ended, by priority
 * @param steps steps that this host made, by what happened
 * @param waiting deliveries that wait in the store, of all hosts
 * @param delivered deliveries that this host made
 * @param failed attempts of this host that were not taken
 * @param refused deliveries that this host gave up because the contact refused them
 * @param givenUp deliveries that were given up because too many waited for the same contact
 * @param removed deliveries that this host ended because their contact is not in the file any more
 * @param collapsed findings that were left out because many waited for the store, and their detector found the same again
 * @param lost findings that were left out because too many of different detectors and kinds waited for the store
 * @param surplus findings that made no alert of their own, because too many alerts of their BAN were open
 */
public record AlertStatistics(
        Map<Priority, Long> open,
        Map<AlertState, Long> steps,
        long waiting,
        long delivered,
        long failed,
        long refused,
        long givenUp,
        long removed,
        long collapsed,
        long lost,
        long surplus) {}
