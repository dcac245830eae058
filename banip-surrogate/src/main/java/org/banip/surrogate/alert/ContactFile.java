package org.banip.surrogate.alert;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.banip.alerts.finding.Severity;
import org.banip.core.error.BanipException;
import org.banip.core.json.JsonObject;
import org.banip.core.text.FileError;
import org.banip.core.text.Quoted;
import org.banip.server.grant.BanPattern;
import org.banip.server.tls.PlainText;
import org.banip.surrogate.settings.AlertSettings;
import org.banip.surrogate.settings.MailSettings;

/** Reads the operator's file of contacts and rules, a JSON object in UTF-8 of at most 1 MiB. One thread. */
final class ContactFile {
    private static final long MOST_BYTES = 1 << 20;
    private static final int MOST = 256;
    private static final String NAME = "[a-z][a-z0-9-]{0,62}";
    private static final int SHORTEST_KEY = 32;
    private static final int LONGEST_KEY = 512;
    private static final long MOST_KEY_BYTES = 1 << 16;
    private static final long LONGEST_MILLIS = Duration.ofDays(1).toMillis();

    private final Path file;
    private final boolean allowPlain;
    private final boolean mail;
    private final Consumer<Path> seen;
    private final Set<Path> keyFiles = new HashSet<>();
    private final Map<String, Contact> contacts = new java.util.LinkedHashMap<>();

    private ContactFile(Path file, boolean allowPlain, boolean mail, Consumer<Path> seen) {
        this.file = file;
        this.allowPlain = allowPlain;
        this.mail = mail;
        this.seen = seen;
    }

    /**
     * Reads a file, and the files of keys that it names.
     *
     * @param allowPlain whether plain HTTP may leave this machine
     * @param mail whether there is a mail server
     * @param keyFile is told each file of a key that was read, once
     * @throws IllegalArgumentException with the place, what was seen and what is allowed; if a file cannot be read, too
     */
    static ContactRules read(Path file, boolean allowPlain, boolean mail, Consumer<Path> keyFile) {
        return new ContactFile(file, allowPlain, mail, keyFile).read();
    }

    private ContactRules read() {
        try {
            JsonObject document = JsonObject.parse(text());
            known(document, "", "contacts", "rules", "escalateMillis");
            for (JsonObject object : objects(document, "contacts")) {
                Contact contact = contact(object, "contacts[" + contacts.size() + "]");
                if (contacts.put(contact.name(), contact) != null) {
                    throw wrong("contacts: two have the name " + Quoted.of(contact.name()));
                }
            }
            List<Rule> rules = new ArrayList<>();
            for (JsonObject object : objects(document, "rules")) {
                rules.add(rule(object, "rules[" + rules.size() + "]"));
            }
            return new ContactRules(List.copyOf(contacts.values()), rules, escalation(document));
        } catch (BanipException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    private String text() {
        try {
            return text(file, MOST_BYTES);
        } catch (IOException e) {
            throw new IllegalArgumentException(FileError.reading(file, e), e);
        }
    }

    private static String text(Path path, long mostBytes) throws IOException {
        long size = Files.size(path);
        if (size > mostBytes) {
            throw new IllegalArgumentException(path + ": " + size + " bytes, allowed are " + mostBytes);
        }
        return Files.readString(path, StandardCharsets.UTF_8);
    }

    private List<JsonObject> objects(JsonObject document, String field) {
        List<JsonObject> objects = document.has(field) ? document.objects(field) : List.of();
        if (objects.size() > MOST) {
            throw wrong(field + ": " + objects.size() + ", allowed are " + MOST);
        }
        return objects;
    }

    private Contact contact(JsonObject object, String place) {
        known(object, place, "name", "webhook", "keyFile", "mbu", "email");
        String name = object.string("name");
        if (!name.matches(NAME)) {
            throw wrong(
                    place + ": name " + Quoted.of(name) + " must have 1 to 63 of a-z 0-9 - and begin with a letter");
        }
        return new Contact(name, way(object, place));
    }

    private Way way(JsonObject object, String place) {
        if (Stream.of("webhook", "mbu", "email").filter(object::has).count() != 1) {
            throw wrong(place + ": must have one of webhook, mbu, email");
        }
        if (object.has("webhook")) {
            return new Way.Webhook(webhook(object.string("webhook"), place), key(object, place));
        }
        if (object.has("keyFile")) {
            throw wrong(place + ": keyFile is for a webhook");
        }
        if (object.has("email")) {
            return new Way.Email(email(object.string("email"), place));
        }
        if (!object.bool("mbu")) {
            throw wrong(place + ": mbu is false, allowed is true");
        }
        return new Way.Wearer();
    }

    private String email(String address, String place) {
        if (!address.matches(MailSettings.ADDRESS)) {
            throw wrong(place + ": email " + Quoted.of(address) + " is not an address such as dr@example.org");
        }
        if (!mail) {
            throw wrong(place + ": email needs the setting alert-mail-server");
        }
        return address;
    }

    private String key(JsonObject object, String place) {
        Path keyFile = file.toAbsolutePath().resolveSibling(object.string("keyFile"));
        String key = keyText(keyFile, place).lines().findFirst().orElse("").trim();
        if (key.length() < SHORTEST_KEY || key.length() > LONGEST_KEY) {
            throw wrong(place + ": the first line of " + keyFile + " has " + key.length() + " characters, allowed are "
                    + SHORTEST_KEY + " to " + LONGEST_KEY);
        }
        if (keyFiles.add(keyFile)) {
            seen.accept(keyFile);
        }
        return key;
    }

    private String keyText(Path keyFile, String place) {
        try {
            return text(keyFile, MOST_KEY_BYTES);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + ": " + place + ": keyFile: " + FileError.reading(keyFile, e), e);
        }
    }

    private URI webhook(String text, String place) {
        try {
            URI url = new URI(text);
            String scheme = String.valueOf(url.getScheme());
            boolean http = scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https");
            if (http && url.getHost() != null && url.getRawUserInfo() == null && url.getRawFragment() == null) {
                PlainText.check("webhook", url, allowPlain, AlertSettings.ALLOW_PLAIN.name());
                return url;
            }
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(notWebhook(text, place), e);
        } catch (IllegalArgumentException e) {
            throw wrong(place + ": " + e.getMessage());
        }
        throw new IllegalArgumentException(notWebhook(text, place));
    }

    private String notWebhook(String text, String place) {
        return file + ": " + place + ": webhook " + Quoted.of(text)
                + " must be a URL with http or https and a host, without user and fragment";
    }

    private Rule rule(JsonObject object, String place) {
        known(object, place, "severities", "bans", "detectors", "priority", "to", "escalateTo");
        Set<Severity> severities = EnumSet.noneOf(Severity.class);
        severities.addAll(each(object, place, "severities", word -> Severity.valueOf(severityName(word))));
        return new Rule(
                severities,
                each(object, place, "bans", BanPattern::new),
                new HashSet<>(each(object, place, "detectors", word -> word)),
                object.optionalString("priority").map(word -> placed(place, () -> Priority.parse(word))),
                each(object, place, "to", this::contactName),
                each(object, place, "escalateTo", this::contactName));
    }

    private static String severityName(String word) {
        for (Severity severity : Severity.values()) {
            if (severity.token().equals(word)) {
                return severity.name();
            }
        }
        throw new IllegalArgumentException(
                "severity " + Quoted.of(word) + " is not known; allowed are low, medium, high");
    }

    private String contactName(String name) {
        if (!contacts.containsKey(name)) {
            throw new IllegalArgumentException("contact " + Quoted.of(name) + " is not among the contacts "
                    + String.join(", ", contacts.keySet()));
        }
        return name;
    }

    private <T> List<T> each(JsonObject object, String place, String field, Function<String, T> reader) {
        List<T> values = new ArrayList<>();
        if (object.has(field)) {
            for (String text : object.strings(field)) {
                values.add(placed(place + ": " + field, () -> reader.apply(text)));
            }
        }
        return List.copyOf(values);
    }

    private <T> T placed(String place, java.util.function.Supplier<T> reader) {
        try {
            return reader.get();
        } catch (IllegalArgumentException e) {
            throw wrong(place + ": " + e.getMessage());
        }
    }

    private Map<Priority, Duration> escalation(JsonObject document) {
        Map<Priority, Duration> after = new EnumMap<>(Priority.class);
        if (document.has("escalateMillis")) {
            JsonObject times = document.object("escalateMillis");
            for (String word : times.names()) {
                Priority priority = placed("escalateMillis", () -> Priority.parse(word));
                after.put(priority, Duration.ofMillis(times.integer(word, 1, LONGEST_MILLIS)));
            }
        }
        return after;
    }

    private void known(JsonObject object, String place, String... fields) {
        Set<String> unknown = new TreeSet<>(object.names());
        Set<String> allowed = new TreeSet<>(List.of(fields));
        unknown.removeAll(allowed);
        Optional<String> first = unknown.stream().findFirst();
        if (first.isPresent()) {
            throw wrong((place.isEmpty() ? "" : place + ": ") + "field " + Quoted.of(first.get())
                    + " is unknown, allowed are " + String.join(", ", allowed));
        }
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(file + ": " + what);
    }
}
