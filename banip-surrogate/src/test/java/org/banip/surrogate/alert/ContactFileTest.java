package org.banip.surrogate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.banip.alerts.finding.Severity;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContactFileTest {
    private static final String KEY = "0123456789abcdef0123456789abcdef";

    @TempDir
    private Path directory;

    @BeforeEach
    void keys() throws IOException {
        Files.writeString(directory.resolve("ward.key"), KEY + "\n");
        Files.writeString(directory.resolve("short.key"), "0123\n");
    }

    private boolean mail = true;
    private final List<Path> keyFiles = new ArrayList<>();

    private ContactRules read(String json) throws IOException {
        return ContactFile.read(
                Files.writeString(directory.resolve("contacts.json"), json), false, mail, keyFiles::add);
    }

    @Test
    void theFirstRuleThatFitsSaysWhoIsTold() throws Exception {
        ContactRules rules = read("""
                {"contacts": [
                   {"name": "ward", "webhook": "https://alerts.example.org/banip", "keyFile": "ward.key"},
                   {"name": "on-call", "webhook": "http://127.0.0.1:8090/", "keyFile": "ward.key"},
                   {"name": "wearer", "mbu": true}, {"name": "dr", "email": "d.r+1@example.org"}],
                 "rules": [
                   {"bans": ["ward3-*"], "detectors": ["fever"], "priority": "high", "to": ["on-call"]},
                   {"severities": ["high", "medium"], "to": ["ward"], "escalateTo": ["on-call"]}],
                 "escalateMillis": {"high": 60000}}""");
        assertThat(rules.contacts().get("ward").way())
                .isEqualTo(new Way.Webhook(URI.create("https://alerts.example.org/banip"), KEY));
        assertThat(rules.contacts().get("ward").toString()
                        + rules.contacts().get("ward").way())
                .doesNotContain(KEY);
        assertThat(keyFiles).as("each once").containsExactly(directory.resolve("ward.key"));
        assertThat(rules.contacts().get("wearer").way()).isEqualTo(new Way.Wearer());
        assertThat(rules.contacts().get("dr").way()).isEqualTo(new Way.Email("d.r+1@example.org"));
        Optional<Duration> minute = Optional.of(Duration.ofMinutes(1));
        assertThat(rules.route("ward3-7", "fever", Severity.LOW))
                .isEqualTo(new Routing(Priority.HIGH, List.of("on-call"), List.of(), minute));
        assertThat(rules.route("ward4-7", "fever", Severity.MEDIUM))
                .isEqualTo(new Routing(Priority.MEDIUM, List.of("ward"), List.of("on-call"), Optional.empty()));
        assertThat(rules.route("ward3-7", "heart", Severity.HIGH))
                .isEqualTo(new Routing(Priority.HIGH, List.of("ward"), List.of("on-call"), minute));
        assertThat(rules.route("ward4-7", "fever", Severity.LOW))
                .isEqualTo(new Routing(Priority.LOW, List.of(), List.of(), Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dr",
                "dr@",
                "@example.org",
                "a b@example.org",
                "dr@example.org, x@y",
                "dr@exa mple",
                "<dr@example.org>",
                "dr@example.org\\r\\nBcc: x@y",
                "d\u00fcr@example.org",
                "dr@example.org\\u0000"
            })
    void anAddressIsPlain(String address) {
        assertThatThrownBy(() -> read("{\"contacts\": [{\"name\": \"dr\", \"email\": \"" + address + "\"}]}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("contacts[0]: email '")
                .hasMessageContaining("is not an address such as dr@example.org");
    }

    @Test
    void anAddressNeedsAMailServer() {
        mail = false;
        assertThatThrownBy(() -> read("{\"contacts\": [{\"name\": \"dr\", \"email\": \"dr@example.org\"}]}"))
                .hasMessageContaining("contacts[0]: email needs the setting alert-mail-server");
    }

    static Stream<Arguments> wrong() {
        String contact = "{\"contacts\": [{\"name\": \"ward\", \"webhook\": \"%s\", \"keyFile\": \"%s\"}]}";
        String rule = "{\"rules\": [{%s}]}";
        return Stream.of(
                Arguments.of("{", "contacts.json: JSON"),
                Arguments.of(
                        "{\"contact\": []}", "field 'contact' is unknown, allowed are contacts, escalateMillis, rules"),
                Arguments.of(
                        String.format(contact, "http://alerts.example.org/", "ward.key"),
                        "contacts[0]: webhook 'http://alerts.example.org/' is beyond this machine"),
                Arguments.of(
                        String.format(contact, "ftp://alerts.example.org/", "ward.key"),
                        "must be a URL with http or https and a host"),
                Arguments.of(
                        String.format(contact, "https://u:p@alerts.example.org/", "ward.key"),
                        "must be a URL with http or https and a host, without user"),
                Arguments.of(
                        String.format(contact, "https://alerts.example.org/", "short.key"),
                        "short.key has 4 characters, allowed are 32 to 512"),
                Arguments.of(
                        String.format(contact, "https://alerts.example.org/", "no.key"),
                        "contacts.json: contacts[0]: keyFile: "),
                Arguments.of(
                        "{\"contacts\": [{\"name\": \"w\"}]}", "contacts[0]: must have one of webhook, mbu, email"),
                Arguments.of("{\"contacts\": [{\"name\": \"w\", \"mbu\": false}]}", "mbu is false, allowed is true"),
                Arguments.of(
                        "{\"contacts\": [{\"name\": \"w\", \"mbu\": true, \"keyFile\": \"ward.key\"}]}",
                        "contacts[0]: keyFile is for a webhook"),
                Arguments.of(
                        String.format(rule, "\"to\": [\"nobody\"]"), "rules[0]: to: contact 'nobody' is not among"),
                Arguments.of(
                        String.format(rule, "\"priority\": \"urgent\""), "rules[0]: priority 'urgent' is not known"),
                Arguments.of(String.format(rule, "\"severities\": [\"bad\"]"), "severity 'bad' is not known"),
                Arguments.of(String.format(rule, "\"bans\": [\"a b\"]"), "'a b' must be a BAN id"),
                Arguments.of("{\"escalateMillis\": {\"high\": 0}}", "0"),
                Arguments.of("{\"escalateMillis\": {\"now\": 5}}", "priority 'now' is not known"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void saysWhatIsWrongAndWhere(String json, String said) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("contacts.json: ")
                .hasMessageContaining(said)
                .hasMessageNotContaining(KEY);
    }
}
