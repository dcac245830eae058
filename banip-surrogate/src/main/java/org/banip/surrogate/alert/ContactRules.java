package org.banip.surrogate.alert;

import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.banip.alerts.finding.Severity;

/** Who is told of which alerts (docs/graded-alerts.md, "Contacts"). Immutable. */
final class ContactRules {
    /** Nobody is told, nothing escalates, priorities are severities. */
    static final ContactRules NONE = new ContactRules(List.of(), List.of(), Map.of());

    private final Map<String, Contact> contacts = new LinkedHashMap<>();
    private final List<Rule> rules;
    private final Map<Priority, Duration> escalateAfter = new EnumMap<>(Priority.class);

    /** The names in the rules are those of contacts. */
    ContactRules(List<Contact> contacts, List<Rule> rules, Map<Priority, Duration> escalateAfter) {
        contacts.forEach(contact -> this.contacts.put(contact.name(), contact));
        this.rules = List.copyOf(rules);
        this.escalateAfter.putAll(escalateAfter);
    }

    /** The contacts by their names. */
    Map<String, Contact> contacts() {
        return java.util.Collections.unmodifiableMap(contacts);
    }

    /** What the first rule that is for an alert says of it. */
    Routing route(String ban, String detector, Severity severity) {
        Optional<Rule> rule =
                rules.stream().filter(one -> one.isFor(ban, detector, severity)).findFirst();
        Priority priority = rule.flatMap(Rule::priority).orElse(Priority.of(severity));
        return new Routing(
                priority,
                rule.map(Rule::to).orElse(List.of()),
                rule.map(Rule::escalateTo).orElse(List.of()),
                Optional.ofNullable(escalateAfter.get(priority)));
    }
}
