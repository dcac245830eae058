package org.banip.wsb.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import org.banip.wsb.contract.Mbu;
import org.banip.wsb.settings.BrokerSettings;
import org.junit.jupiter.api.Test;

/** Which of several living hosts a broker chooses. */
class SeveralHostsTest extends TwoHosts {
    @Test
    void newInterconnectGoesToTheLeastLoadedHostWhichIsToldItsName() throws Exception {
        one.interconnects.set(10);
        URI broker = startedBroker();
        for (int mbu = 0; mbu < 5; mbu++) {
            assertThat(register(broker, Mbu.newSession())).startsWith("201");
        }
        assertThat(one.heads).isEmpty();
        assertThat(two.heads).hasSize(5);
        assertThat(routeOf(two, 0)).contains("two");
    }

    @Test
    void manyNewInterconnectsAreSpread() throws Exception {
        URI broker = startedBroker();
        for (int mbu = 0; mbu < 40; mbu++) {
            assertThat(register(broker, Mbu.newSession())).startsWith("201");
        }
        assertThat(one.heads.size()).isBetween(10, 30);
        assertThat(two.heads).hasSize(40 - one.heads.size());
    }

    @Test
    void interconnectStaysOnItsHostWhicheverBrokerItComesBy() throws Exception {
        String session = Mbu.newSession();
        URI broker = startedBroker();
        for (int sent = 0; sent < 3; sent++) {
            assertThat(send(broker, session + "~two")).startsWith("200");
        }
        container.close();
        URI restarted = startBroker();
        assertThat(send(restarted, session + "~one")).startsWith("200");
        assertThat(send(restarted, session + "~two")).startsWith("200");
        assertThat(two.heads)
                .hasSize(4)
                .allSatisfy(head ->
                        assertThat(head.start()).isEqualTo("POST /host/interconnects/" + session + "/data HTTP/1.1"));
        assertThat(two.heads).allSatisfy(head -> assertThat(head.fields()).doesNotContainKey("banip-route"));
        assertThat(one.heads).hasSize(1);
    }

    @Test
    void sessionThatRegistersAgainStaysWhileItsHostLives() throws Exception {
        one.interconnects.set(10);
        String session = Mbu.newSession();
        URI broker = startedBroker();
        assertThat(register(broker, session)).startsWith("201");
        two.interconnects.set(500);
        int asked = two.questions.get();
        patiently().until(() -> two.questions.get() >= asked + 3);
        assertThat(register(broker, session)).startsWith("201");
        assertThat(two.heads).hasSize(2);
        assertThat(register(broker, Mbu.newSession())).startsWith("201");
        assertThat(one.heads).hasSize(1);
    }

    /** As an MBU with several paths does. */
    @Test
    void registrationsOfOneSessionAtTheSameTimeGoToOneHost() throws Exception {
        one.mute = true;
        two.mute = true;
        URI broker = startedBroker();
        for (int turn = 1; turn <= 5; turn++) {
            String session = Mbu.newSession();
            int sent = one.unanswered.get();
            int toOthers = two.unanswered.get();
            try (Mbu wifi = Mbu.connect(broker);
                    Mbu lte = Mbu.connect(broker)) {
                wifi.register(session, "alice", ALICE);
                lte.register(session, "alice", ALICE);
                patiently().until(() -> one.unanswered.get() + two.unanswered.get() == sent + toOthers + 2);
            }
            assertThat(one.unanswered.get() - sent).isIn(0, 2);
        }
        one.mute = false;
        two.mute = false;
        assertThat(register(broker, Mbu.newSession())).startsWith("201");
    }

    @Test
    void unknownHostInTheUrlMeansToRegisterAgain() throws Exception {
        URI broker = startedBroker();
        String session = Mbu.newSession();
        for (String name : List.of(session, session + "~three", session + "~")) {
            assertThat(send(broker, name)).isEqualTo("404 unknown-interconnect");
        }
    }

    @Test
    void registrationThatItsHostRefusesGoesToTheOtherAndStaysThere() throws Exception {
        one.interconnects.set(10);
        two.full = true;
        String session = Mbu.newSession();
        URI broker = startedBroker();
        assertThat(register(broker, session)).startsWith("201");
        assertThat(routeOf(one, 0)).contains("one");
        two.full = false;
        assertThat(register(broker, session)).startsWith("201");
        assertThat(one.heads).hasSize(2);
        assertThat(two.heads).isEmpty();
        one.full = true;
        two.full = true;
        assertThat(register(broker, session)).isEqualTo("503 limit-reached");
    }

    @Test
    void hostThatCannotStoreLosesItsMbusToOneThatCan() throws Exception {
        one.interconnects.set(500);
        String session = Mbu.newSession();
        URI broker = startedBroker();
        assertThat(register(broker, session)).startsWith("201");
        assertThat(two.heads).hasSize(1);
        two.storing = false;
        patiently().until(() -> send(broker, session + "~two").equals("404 unknown-interconnect"));
        assertThat(register(broker, session)).startsWith("201");
        assertThat(routeOf(one, 0)).contains("one");
        two.storing = true;
        patiently().until(() -> send(broker, Mbu.newSession() + "~two").startsWith("200"));
    }

    /** They may share the database that fails: then it is the hosts that tell MBUs to wait. */
    @Test
    void hostsOfWhichNoneCanStoreAreUsed() throws Exception {
        one.storing = false;
        two.storing = false;
        URI broker = startedBroker();
        assertThat(send(broker, Mbu.newSession() + "~two")).startsWith("200");
        assertThat(register(broker, Mbu.newSession())).startsWith("201");
    }

    @Test
    void busyHostKeepsItsMbusAndGetsNoNewOnes() throws Exception {
        one.interconnects.set(500);
        two.busy = true;
        URI broker = startedBroker();
        for (int mbu = 0; mbu < 3; mbu++) {
            assertThat(register(broker, Mbu.newSession())).startsWith("201");
        }
        assertThat(one.heads).hasSize(3);
        assertThat(send(broker, Mbu.newSession() + "~two")).startsWith("200");
        host.goDown();
        patiently().until(() -> register(broker, Mbu.newSession()).startsWith("201"));
    }

    @Test
    void restartedBrokerLearnsFromStreamsWhereASessionIs() throws Exception {
        one.interconnects.set(500);
        String session = Mbu.newSession();
        URI broker = startedBroker();
        assertThat(send(broker, session + "~one")).startsWith("200");
        assertThat(register(broker, session)).startsWith("201");
        assertThat(routeOf(one, 1)).contains("one");
        assertThat(two.heads).isEmpty();
    }

    /** At a host with another store, the MBU would be told that everything it sent is lost. */
    @Test
    void hostWithAnotherStoreGetsNoRegistrations() throws Exception {
        one.interconnects.set(500);
        two.store = "another";
        // The store of the host that answers first is in use.
        second.goDown();
        URI broker = startBroker();
        patiently().until(() -> one.questions.get() >= 2);
        second.comeUp();
        started(broker);
        for (int mbu = 0; mbu < 3; mbu++) {
            assertThat(register(broker, Mbu.newSession())).startsWith("201");
        }
        assertThat(one.heads).hasSize(3);
        host.goDown();
        patiently().until(() -> register(broker, Mbu.newSession()).equals("502 host-unavailable"));
        assertThat(two.heads).isEmpty();
    }

    @Test
    void onlyHostIsNotAskedAndItsUrlsNameNoHost() throws Exception {
        URI broker = start(BrokerSettings.CONNECTION_LIMITS);
        assertThat(register(broker, Mbu.newSession())).startsWith("201");
        assertThat(routeOf(one, 0)).isEmpty();
        assertThat(one.questions).hasValue(0);
    }

    /** MBUs still hold the URLs. The host that is left serves its own sessions, and lets the others register again. */
    @Test
    void urlsOfSeveralHostsReachTheOnlyOneThatIsLeft() throws Exception {
        URI broker = start(BrokerSettings.CONNECTION_LIMITS);
        String session = Mbu.newSession();
        assertThat(send(broker, session + "~two")).startsWith("200");
        assertThat(one.heads.get(0).start()).isEqualTo("POST /host/interconnects/" + session + "/data HTTP/1.1");
    }
}
