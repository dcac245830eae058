package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.testhost.Fault;
import org.banip.mbu.testhost.SeenRequest;
import org.banip.mbu.testhost.TestHost.Kind;
import org.junit.jupiter.api.Test;

/** Frames right behind the first registration of a session (docs/protocol.md, section 3.1), with each uplink that has endless requests. */
class UplinkRegistrationTest extends UplinkContract {
    /** Where the early request does not wait behind the answer to the registration. */
    private static final Set<String> CAN_OVERTAKE = Set.of("chunked", "http2", "http3");

    static List<String> uplinks() {
        return UplinkContract.uplinks().stream()
                .filter(name -> !name.equals("per-request") && !name.equals("persistent"))
                .collect(Collectors.toList());
    }

    private MobileBaseUnit start() {
        return builder().sensor(new TestSensor(ECG, 720)).start();
    }

    private List<SeenRequest> dataRequests() {
        return requestsOfEndedMbus().stream().filter(SeenRequest::isData).collect(Collectors.toList());
    }

    private static boolean isEarly(SeenRequest request) {
        return request.head().toLowerCase(Locale.ROOT).contains("banip-await: registration");
    }

    /** The host answers the registration only when the MBU has sent packets. */
    @Test
    void packetsDoNotWaitForTheAnswer() throws Exception {
        List<MobileBaseUnit> started = new CopyOnWriteArrayList<>();
        host.answerChange = document -> {
            soon("packets were sent").until(() -> !started.isEmpty() && unitsSent(started.get(0)) > 0);
            return document;
        };
        try (MobileBaseUnit mbu = start()) {
            started.add(mbu);
            assertDelivered(mbu);
            assertThat(mbu.status().link().registrations()).isOne();
        }
        assertStored(0, ECG, 720);
        assertThat(dataRequests()).singleElement().matches(UplinkRegistrationTest::isEarly);
    }

    /** Of two streams or connections, the one may overtake the other. */
    @Test
    void anAcknowledgementThatOvertakesTheAnswerIsNoLoss() throws Exception {
        host.answerChange = document -> {
            soon("all is stored").until(() -> !CAN_OVERTAKE.contains(uplink()) || storedAll());
            return document;
        };
        try (MobileBaseUnit mbu = start()) {
            assertDelivered(mbu);
            assertThat(mbu.status().link().registrations()).isOne();
        }
        assertDeliveredWithoutABreak();
    }

    /** So may the answer to a data request that has ended already. */
    @Test
    void anEndThatOvertakesTheAnswerIsNoLoss() throws Exception {
        host.answerChange = document -> {
            soon("the data request has ended")
                    .until(() -> !CAN_OVERTAKE.contains(uplink())
                            || storedAll() && host.session().openBodies() == 0);
            return document;
        };
        try (MobileBaseUnit mbu = start()) {
            soon("all was sampled").until(() -> mbu.status().groups().get(0).unitsProduced() == 720);
        }
        assertDeliveredWithoutABreak();
    }

    private boolean storedAll() {
        return host.session().decoded(0).length == TestSensor.sets(ECG, 0, 720).length;
    }

    private void assertDeliveredWithoutABreak() {
        assertStored(0, ECG, 720);
        assertThat(eventsOf(MbuEvent.Disconnected.class)).isEmpty();
        assertThat(eventsOf(MbuEvent.GapDeclared.class)).isEmpty();
        assertThat(eventsOf(MbuEvent.Refused.class)).isEmpty();
    }

    private static long unitsSent(MobileBaseUnit mbu) {
        return mbu.status().groups().get(0).unitsSent();
    }

    @Test
    void onlyTheFirstRegistrationOfASessionIsNotWaitedFor() throws Exception {
        host.fail(Kind.REGISTER, Fault.dropAnswer());
        try (MobileBaseUnit mbu = start()) {
            assertDelivered(mbu);
        }
        assertStored(0, ECG, 720);
        assertThat(dataRequests())
                .filteredOn(request -> !isEarly(request))
                .as("the second attempt waits")
                .hasSize(1);
    }

    /** As by a host of an older version, which does not know that requests may wait. */
    @Test
    void registersOnceIfOnlyTheEarlyRequestIsRefused() throws Exception {
        host.fail(Kind.DATA, Fault.refuse(ErrorCode.UNKNOWN_INTERCONNECT));
        try (MobileBaseUnit mbu = start()) {
            assertDelivered(mbu);
            assertThat(mbu.status().link().registrations()).isOne();
        }
        assertStored(0, ECG, 720);
        assertThat(eventsOf(MbuEvent.Refused.class)).isEmpty();
        assertThat(dataRequests()).hasSize(2);
    }

    @Test
    void deliversToAHostThatDoesNotLetRequestsWait() throws Exception {
        host.knowsAwaiting = false;
        try (MobileBaseUnit mbu = start()) {
            assertDelivered(mbu);
            assertThat(mbu.status().link().registrations()).isOne();
        }
        assertStored(0, ECG, 720);
        assertThat(eventsOf(MbuEvent.Refused.class)).isEmpty();
    }

    /** What the host answers to the early request means nothing then. */
    @Test
    void onlyTheRefusalOfTheRegistrationCounts() throws Exception {
        host.fail(Kind.REGISTER, Fault.refuse(ErrorCode.LIMIT_REACHED));
        try (MobileBaseUnit mbu = start()) {
            assertDelivered(mbu);
        }
        assertStored(0, ECG, 720);
        assertThat(eventsOf(MbuEvent.Refused.class))
                .singleElement()
                .satisfies(refused -> assertThat(refused.code()).isEqualTo(ErrorCode.LIMIT_REACHED));
    }
}
