package org.banip.surrogate.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.core.interconnect.ContentDigest;
import org.banip.core.interconnect.Protocol;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.json.JsonObject;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.Test;

/** Interconnects begin, are attached to again, belong to somebody, and end. */
public abstract class RegistrationContract extends EndpointContract {
    @Test
    void dataMayComeRightBehindTheRegistration() throws IOException {
        TestMbu mbu = TestMbu.early(base(), "early");
        byte[] document = mbu.registration().toJson().getBytes(StandardCharsets.UTF_8);
        try (HttpWire wire = mbu.connect()) {
            wire.begin("POST", "interconnects", Protocol.JSON_TYPE, document);
            wire.beginChunked(mbu.surrogate() + "/duplex", Protocol.FRAMES_TYPE);
            wire.chunk(Frames.body(2, TestMbu.packets(0, 0, 3)));
            assertThat(wire.answer().status()).isEqualTo(201);
            new ReverseWire(wire).awaitAcknowledged(0, 3);
        }
    }

    @Test
    void requestsWaitForTheRegistrationThatTheyWereSentBehind() throws IOException {
        TestMbu mbu = TestMbu.early(base(), "early");
        try (HttpWire data = mbu.connect();
                HttpWire reverse = mbu.connect()) {
            data.begin("POST", mbu.dataPath(), Protocol.FRAMES_TYPE, Frames.body(2, TestMbu.packets(0, 0, 3)));
            reverse.begin("GET", mbu.surrogate() + "/reverse");
            mbu.register();
            assertThat(data.answer().acknowledged()).containsExactly(3L, 0L);
            new ReverseWire(reverse).awaitAcknowledged(0, 3);
        }
    }

    @Test
    void nobodyGetsIntoAnothersSessionByWaitingForIt() throws IOException {
        TestMbu mbu = TestMbu.early(base(), "early");
        byte[] document = mbu.registration().toJson().getBytes(StandardCharsets.UTF_8);
        Map<String, String> other =
                Map.of(Protocol.IDENTITY_HEADER, "other", Protocol.AWAIT_HEADER, Protocol.AWAIT_REGISTRATION);
        try (HttpWire early = new HttpWire(base(), other);
                HttpWire wire = new HttpWire(base(), other)) {
            early.begin("POST", mbu.dataPath(), Protocol.FRAMES_TYPE, Frames.body(2, TestMbu.packets(0, 0, 3)));
            mbu.register();
            // This settles the wait.
            refused(wire.exchange("POST", "interconnects", Protocol.JSON_TYPE, document), 403, ErrorCode.FORBIDDEN);
            refused(early.answer(), 403, ErrorCode.FORBIDDEN);
        }
        assertThat(mbu.send(0, 1).acknowledged()).containsExactly(1L, 0L);
    }

    @Test
    void theHostTellsABrokerTheBanOfAnInterconnect() throws IOException {
        TestMbu mbu = TestMbu.of(base(), "anna");
        mbu.register();
        try (HttpWire own = mbu.connect();
                HttpWire other = new HttpWire(base(), Map.of(Protocol.IDENTITY_HEADER, "other"))) {
            WireAnswer answer = own.exchange("GET", mbu.surrogate());
            assertThat(answer.status()).isEqualTo(204);
            assertThat(answer.header("banip-ban")).isEqualTo(TestMbu.BAN.id());
            refused(other.exchange("GET", mbu.surrogate()), 403, ErrorCode.FORBIDDEN);
            refused(own.exchange("GET", "interconnects/" + UUID.randomUUID()), 404, ErrorCode.UNKNOWN_INTERCONNECT);
        }
    }

    @Test
    void requestsBehindARefusedRegistrationAreRefused() throws IOException {
        TestMbu mbu = TestMbu.early(base(), "early");
        String document = mbu.registration().toJson().replace("\"standard\"", "\"nobody's\"");
        try (HttpWire data = mbu.connect()) {
            data.beginChunked(mbu.dataPath(), Protocol.FRAMES_TYPE);
            data.chunk(Frames.body(2, TestMbu.packets(0, 0, 3)));
            refused(mbu.post(document), 422, ErrorCode.UNKNOWN_SURROGATE_TYPE);
            refused(data.answer(), 404, ErrorCode.UNKNOWN_INTERCONNECT);
        }
        mbu.register();
        assertThat(mbu.send(0, 3).acknowledged()).containsExactly(3L, 0L);
    }

    @Test
    void chainsWithBlanksOrControlCharactersAreRefused() throws IOException {
        String document = mbu().registration().toJson();
        for (String blank : List.of(" ", "\\u0000", "\\n")) {
            WireAnswer answer = mbu().post(document.replace("packetizer(", blank + "packetizer("));
            refused(answer, 422, ErrorCode.INVALID_CHAIN);
            assertThat(answer.message()).doesNotContain("\n", "\0");
        }
    }

    @Test
    void surrogateTypesAreCountedInCharacters() throws IOException {
        String document = mbu().registration().toJson();
        String longest = "\ud83e\uddec".repeat(1024);
        refused(
                mbu().post(document.replace("\"standard\"", '"' + longest + '"')),
                422,
                ErrorCode.UNKNOWN_SURROGATE_TYPE);
        refused(mbu().post(document.replace("\"standard\"", "\"x" + longest + '"')), 400, ErrorCode.MALFORMED_REQUEST);
    }

    @Test
    void registrationIsAnsweredWithAgreedChainsTimesAndNextNumbers() throws IOException {
        TestMbu mbu = mbu();
        RegistrationAnswer answer = mbu.register();

        assertThat(answer.interconnect()).isEqualTo(mbu.session());
        assertThat(answer.surrogate()).isEqualTo("interconnects/" + mbu.session());
        assertThat(answer.keepAlive()).hasSeconds(5);
        assertThat(answer.missedKeepAlives()).isEqualTo(3);
        assertThat(answer.grace()).hasSeconds(60);
        assertThat(answer.reorderWindow()).isEqualTo(64);
        assertThat(answer.groups())
                .containsExactly(
                        new RegistrationAnswer.GroupState("ecg", "packetizer(units=4,hold=0)", 0),
                        new RegistrationAnswer.GroupState("temperature", "packetizer(units=4,hold=0)", 0));
    }

    @Test
    void routeOfTheBrokerIsInTheSurrogatesUrl() throws IOException {
        TestMbu mbu = mbu();
        byte[] document = mbu.registration().toJson().getBytes(StandardCharsets.UTF_8);
        for (String route : List.of("ward-2", "a", "0".repeat(36))) {
            RegistrationAnswer answer =
                    RegistrationAnswer.fromJson(routed(route, document).text());
            assertThat(answer.surrogate()).isEqualTo("interconnects/" + mbu.session() + "~" + route);
        }
        for (String wrong : List.of("", "A", "a/b", "a~b", "0".repeat(37))) {
            refused(routed(wrong, document), 400, ErrorCode.MALFORMED_REQUEST);
        }
    }

    private WireAnswer routed(String route, byte[] document) throws IOException {
        try (HttpWire wire = new HttpWire(base(), Map.of(Protocol.ROUTE_HEADER, route))) {
            return wire.exchange("POST", "interconnects", Protocol.JSON_TYPE, document);
        }
    }

    /** Interconnects that other tests left may expire meanwhile, at this moment or at that. */
    @Test
    void loadIsTheNumberOfInterconnectsThatAreOpen() {
        await().untilAsserted(this::assertLoadIsTheNumberOfInterconnects);
    }

    private void assertLoadIsTheNumberOfInterconnects() throws IOException {
        JsonObject before = load();
        TestMbu mbu = registered();
        JsonObject with = load();
        mbu.delete();
        assertThat(before.integer("limit", 1, Integer.MAX_VALUE)).isEqualTo(HostLimits.DEFAULT.interconnects());
        assertThat(before.string("store")).hasSizeGreaterThan(20).isEqualTo(with.string("store"));
        assertThat(before.bool("storing")).isTrue();
        long open = before.integer("interconnects", 0, 1000);
        assertThat(with.integer("interconnects", 0, 1000)).isEqualTo(open + 1);
        assertThat(load().integer("interconnects", 0, 1000)).isEqualTo(open);
    }

    private JsonObject load() throws IOException {
        WireAnswer answer = exchange("GET", "interconnects");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.header("cache-control")).isEqualTo("no-store");
        return JsonObject.parse(answer.text());
    }

    @Test
    void registeringAgainGoesOnWhereTheStoreIs() throws IOException {
        TestMbu mbu = registered();
        mbu.send(0, 7);

        assertThat(mbu.register().groups())
                .extracting(RegistrationAnswer.GroupState::nextSequence)
                .containsExactly(7L, 0L);
    }

    @Test
    void registeringTheSessionWithOtherContentsIsAMismatch() throws IOException {
        TestMbu mbu = registered();
        RegistrationRequest same = mbu.registration();
        RegistrationRequest other =
                same.toBuilder().chain("packetizer(units=5,hold=0)").build();

        WireAnswer answer = mbu.post(other.toJson());

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.error()).isEqualTo("session-mismatch");
    }

    @Test
    void registrationThatCannotBeServedSaysWhy() throws IOException {
        TestMbu mbu = mbu();
        String good = mbu.registration().toJson();

        refused(mbu.post("{"), 400, ErrorCode.MALFORMED_REQUEST);
        refused(mbu.post(good.replace("\"protocol\":1", "\"protocol\":2")), 400, ErrorCode.UNSUPPORTED_VERSION);
        refused(mbu.post(good.replace("packetizer(units=4,hold=0)", "zip")), 422, ErrorCode.INVALID_CHAIN);
        assertThat(mbu.post(good.replace("packetizer(units=4,hold=0)", "zip")).message())
                .contains("zip", "packetizer", "deflate");
        WireAnswer type = mbu.post(good.replace("\"standard\"", "\"golden\""));
        refused(type, 422, ErrorCode.UNKNOWN_SURROGATE_TYPE);
        assertThat(type.message()).contains("golden", "standard");
        refused(mbu.post(good.replace("\"bits\":11", "\"bits\":99")), 422, ErrorCode.INVALID_DESCRIPTION);
        String old = UUID.nameUUIDFromBytes(new byte[] {1}).toString();
        refused(mbu.post(good.replace(mbu.session().toString(), old)), 400, ErrorCode.MALFORMED_REQUEST);
    }

    @Test
    void damagedRegistrationIsFoundByItsDigest() throws IOException {
        byte[] sent = mbu().registration().toJson().getBytes(StandardCharsets.UTF_8);
        Map<String, String> digest = Map.of(ContentDigest.HEADER, ContentDigest.of(sent));
        byte[] damaged = sent.clone();
        damaged[new String(sent, StandardCharsets.UTF_8).indexOf("MLII")] ^= 1; // another label, as good as the first
        try (HttpWire wire = new HttpWire(base(), digest)) {
            refused(
                    wire.exchange("POST", "interconnects", Protocol.JSON_TYPE, damaged),
                    400,
                    ErrorCode.CHECKSUM_MISMATCH);
        }
        // Tomcat closes a connection after 400.
        try (HttpWire wire = new HttpWire(base(), digest)) {
            WireAnswer answer = wire.exchange("POST", "interconnects", Protocol.JSON_TYPE, sent);
            assertThat(answer.status()).isEqualTo(201);
            assertThat(answer.header("content-digest")).isEqualTo(ContentDigest.of(answer.body()));
        }
    }

    @Test
    void registrationDocumentOverItsLimitIsRefusedWhileItComes() throws IOException {
        try (HttpWire wire = mbu().connect()) {
            wire.beginChunked("interconnects", Protocol.JSON_TYPE);
            byte[] blanks = new byte[Protocol.MAX_DOCUMENT + 1];
            Arrays.fill(blanks, (byte) ' ');
            wire.chunk(blanks);

            refused(wire.answer(), 413, ErrorCode.TOO_LONG);
        }
    }

    @Test
    void anotherIdentityGetsNoneOfTheResources() throws IOException {
        TestMbu owner = TestMbu.of(base(), "anna");
        owner.register();
        Map<String, String> asBob = Map.of(Protocol.IDENTITY_HEADER, "bob");
        byte[] body = Frames.body(2, TestMbu.packets(0, 0, 1));
        byte[] again = owner.registration().toJson().getBytes(StandardCharsets.UTF_8);
        try (HttpWire bob = new HttpWire(base(), asBob)) {
            refused(bob.exchange("GET", owner.surrogate() + "/reverse"), 403, ErrorCode.FORBIDDEN);
            refused(bob.exchange("DELETE", owner.surrogate()), 403, ErrorCode.FORBIDDEN);
            refused(bob.exchange("POST", "interconnects", Protocol.JSON_TYPE, again), 403, ErrorCode.FORBIDDEN);
        }
        try (HttpWire bob = new HttpWire(base(), asBob)) {
            refused(bob.exchange("POST", owner.dataPath(), Protocol.FRAMES_TYPE, body), 403, ErrorCode.FORBIDDEN);
        }
        assertThat(owner.send(body).acknowledged()).containsExactly(1L, 0L);
    }

    @Test
    void deregistrationEndsEverythingAndWhatIsStoredStays() throws IOException {
        TestMbu mbu = registered();
        mbu.send(0, 3);
        try (ReverseWire reverse = mbu.reverse();
                HttpWire data = mbu.beginData()) {
            data.chunk(Frames.of(new Control.KeepAlive()));
            reverse.next();
            assertThat(mbu.delete().status()).isEqualTo(204);
            reverse.awaitEnd();
            refused(data.answer(), 404, ErrorCode.UNKNOWN_INTERCONNECT);
        }
        refused(mbu.send(3, 4), 404, ErrorCode.UNKNOWN_INTERCONNECT);
        assertThat(mbu.register().groups().get(0).nextSequence()).isEqualTo(3);
        assertThat(mbu.send(3, 4).acknowledged()).containsExactly(4L, 0L);
    }
}
