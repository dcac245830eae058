package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.banip.core.frame.Control;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes beyond the bounds of a host is refused with a reason, and what is within them goes on. */
class LimitsTest {
    @TempDir
    private Path directory;

    private RunningHost host;

    @BeforeEach
    void start() {
        HostLimits limits = HostLimits.builder()
                .interconnects(3)
                .interconnectsPerIdentity(2)
                .dataRequests(2)
                .reverseChannels(2)
                .documentBytes(4000)
                .build();
        host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> builder.limits(limits).reorderWindow(4));
    }

    @AfterEach
    void stop() {
        host.close();
    }

    @Test
    void interconnectsOfOneIdentityAreBounded() throws IOException {
        TestMbu first = TestMbu.of(host.base(), "anna");
        first.register();
        TestMbu.of(host.base(), "anna").register();
        refused(TestMbu.of(host.base(), "anna"), "2 interconnects of this identity");

        first.register();
        first.delete();
        TestMbu.of(host.base(), "anna").register();
    }

    @Test
    void interconnectsInAllAreBounded() throws IOException {
        for (int i = 0; i < 3; i++) {
            TestMbu.of(host.base(), "mbu-" + i).register();
        }
        refused(TestMbu.of(host.base(), "mbu-3"), "3 interconnects are open");
    }

    private static void refused(TestMbu mbu, String why) throws IOException {
        WireAnswer answer = mbu.post(mbu.registration().toJson());
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.error()).isEqualTo("too-many-sessions");
        assertThat(answer.message()).contains(why);
    }

    @Test
    void dataRequestsOfAnInterconnectAreBounded() throws IOException {
        TestMbu mbu = registered();
        try (ReverseWire reverse = mbu.reverse();
                HttpWire first = mbu.beginData();
                HttpWire second = mbu.beginData()) {
            first.chunk(Frames.of(new Control.TimeRequest(1)));
            reverse.next(Control.TimeAnswer.class, answer -> true);
            second.chunk(Frames.of(new Control.TimeRequest(2)));
            reverse.next(Control.TimeAnswer.class, answer -> true);

            WireAnswer third = mbu.send(0, 1);
            assertThat(third.status()).isEqualTo(503);
            assertThat(third.error()).isEqualTo("limit-reached");
            first.endBody();
            assertThat(first.answer().status()).isEqualTo(200);
            assertThat(mbu.send(0, 1).acknowledged()).containsExactly(1L, 0L);
        }
    }

    @Test
    void newestReverseChannelTakesThePlaceOfTheOldest() throws IOException {
        TestMbu mbu = registered();
        try (ReverseWire oldest = mbu.reverse();
                ReverseWire middle = mbu.reverse()) {
            oldest.next();
            middle.next();
            try (ReverseWire newest = mbu.reverse()) {
                oldest.awaitEnd();
                mbu.send(0, 1);
                middle.awaitAcknowledged(0, 1);
                newest.awaitAcknowledged(0, 1);
            }
        }
    }

    /** A path that breaks again and again does not end the channels of the others. */
    @Test
    void newestReverseChannelTakesThePlaceOfTheOldestOfItsPath() throws IOException {
        TestMbu mbu = registered();
        TestMbu wifi = mbu.onPath("wifi");
        TestMbu lte = mbu.onPath("lte");
        try (ReverseWire oldest = wifi.reverse();
                ReverseWire broken = lte.reverse()) {
            oldest.next();
            broken.next();
            try (ReverseWire newest = lte.reverse()) {
                broken.awaitEnd();
                wifi.send(0, 1);
                oldest.awaitAcknowledged(0, 1);
                lte.send(1, 2);
                newest.awaitAcknowledged(0, 2);
            }
        }
    }

    @Test
    void registrationDocumentIsBoundedByTheOperator() throws IOException {
        TestMbu mbu = new TestMbu(host.base());
        String document = mbu.registration().toJson();
        assertThat(mbu.post(document + " ".repeat(4001 - document.length())).error())
                .isEqualTo("too-long");
        assertThat(mbu.post(document + " ".repeat(4000 - document.length())).status())
                .isEqualTo(201);
    }

    @Test
    void reorderWindowIsTheOperators() throws IOException {
        TestMbu mbu = new TestMbu(host.base());
        assertThat(mbu.register().reorderWindow()).isEqualTo(4);
        WireAnswer answer = mbu.send(4, 5);
        assertThat(answer.error()).isEqualTo("sequence-beyond-window");
        assertThat(answer.message()).contains("4 ahead of the expected 0, allowed are 3");
    }

    private TestMbu registered() throws IOException {
        TestMbu mbu = new TestMbu(host.base());
        mbu.register();
        return mbu;
    }
}
