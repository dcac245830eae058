package org.banip.core.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.banip.core.testing.Bans;
import org.banip.core.testing.Fuzz;
import org.banip.core.testing.Page;
import org.junit.jupiter.api.Test;

/** Damaged documents: registrations, and the answers of hosts and brokers (docs/faults.md, "Fuzzing"). */
class RegistrationFuzzTest {
    private static final int INPUTS = 10_000;
    private static final UUID SESSION = UUID.fromString("4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab");

    private final List<String> examples =
            Page.named("protocol.md").section("## 3").blocks("json");

    RegistrationFuzzTest() throws IOException {}

    /** A character of a document becomes an object at most: a number in a list, say. */
    private static long mostAllocated(byte[] document) {
        return (1L << 18) + 400L * document.length;
    }

    /** What one reads, another one can write and read again. */
    private static <T> Fuzz.Reader reader(Function<String, T> read, Function<T, String> write) {
        return (bytes, random) -> {
            T document = read.apply(Protocol.documentText(bytes));
            assertThat(read.apply(write.apply(document))).isEqualTo(document);
        };
    }

    private static List<byte[]> bytes(String... documents) {
        List<byte[]> all = new ArrayList<>();
        for (String document : documents) {
            all.add(document.getBytes(StandardCharsets.UTF_8));
        }
        return all;
    }

    @Test
    void registrations() throws Exception {
        Fuzz fuzz = Fuzz.of(
                        "registrations",
                        "malformed-request",
                        "unsupported-version",
                        "invalid-description",
                        "unknown-group",
                        "too-long")
                .allocating(RegistrationFuzzTest::mostAllocated);
        RegistrationRequest request = RegistrationRequest.builder(
                        SESSION, "packetizer(units=10)|deflate", Bans.example())
                .groupChains(Map.of("ecg", "packetizer"))
                .acknowledgeWithin(Duration.ofMillis(500))
                .build();
        List<byte[]> valid = bytes(examples.get(0), request.toJson());
        fuzz.run(valid, INPUTS, reader(RegistrationRequest::fromJson, RegistrationRequest::toJson));
        assertThat(fuzz.count("read")).isPositive();
        assertThat(fuzz.count("invalid-description")).isPositive();
    }

    /** Core does not look into detectors: whatever JSON they are, it is handed on with the same meaning. */
    @Test
    void registrationsWithDetectors() throws Exception {
        Fuzz fuzz = Fuzz.of(
                        "registrations with detectors",
                        "malformed-request",
                        "unsupported-version",
                        "invalid-description",
                        "unknown-group",
                        "too-long")
                .allocating(RegistrationFuzzTest::mostAllocated);
        String detectors = Page.named("protocol.md")
                .section("### 3.9 ")
                .blocks("json")
                .get(0)
                .strip();
        String any =
                "{\"detectors\":[{\"a\":[1e-99,-0.0,1.25e300,[{}],null,true],\"b\":{\"c\":\"\\u00b5\\n\\\"\"}},{}]}";
        List<byte[]> valid = new ArrayList<>();
        for (String field : List.of(detectors, any)) {
            valid.addAll(bytes(field.substring(0, field.length() - 1) + ","
                    + RegistrationRequest.builder(SESSION, "packetizer", Bans.example())
                            .build()
                            .toJson()
                            .substring(1)));
        }
        int[] declared = new int[1];
        fuzz.run(valid, INPUTS, (bytes, random) -> {
            RegistrationRequest request = RegistrationRequest.fromJson(Protocol.documentText(bytes));
            assertThat(RegistrationRequest.fromJson(request.toJson())).isEqualTo(request);
            declared[0] += request.detectors().size();
        });
        assertThat(declared[0]).isPositive();
        assertThat(fuzz.count("malformed-request")).isPositive();
    }

    @Test
    void answers() throws Exception {
        Fuzz fuzz = Fuzz.of("registration answers", "malformed-request", "unsupported-version", "too-long")
                .allocating(RegistrationFuzzTest::mostAllocated);
        List<byte[]> valid = bytes(examples.get(1));
        fuzz.run(valid, INPUTS, reader(RegistrationAnswer::fromJson, RegistrationAnswer::toJson));
        assertThat(fuzz.count("read")).isPositive();
    }

    @Test
    void errors() throws Exception {
        Fuzz fuzz = Fuzz.of("error answers", "malformed-request", "too-long")
                .allocating(RegistrationFuzzTest::mostAllocated);
        List<byte[]> valid =
                bytes("{\"error\":\"too-long\",\"message\":\"document of 3 µs\",\"more\":[1,{\"a\":null}]}");
        fuzz.run(valid, INPUTS, reader(ErrorAnswer::fromJson, ErrorAnswer::toJson));
        assertThat(fuzz.count("read")).isPositive();
    }
}
