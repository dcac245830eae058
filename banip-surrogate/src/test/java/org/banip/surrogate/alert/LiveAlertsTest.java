package org.banip.surrogate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.alert.Findings.BAN;
import static org.banip.surrogate.alert.Findings.begins;
import static org.banip.surrogate.alert.Findings.ends;
import static org.banip.surrogate.wire.Patience.await;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.banip.alerts.finding.Finding;
import org.banip.alerts.finding.Severity;
import org.banip.core.alert.AlertNotice;
import org.banip.core.json.JsonObject;
import org.banip.server.audit.Who;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.Subscription;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.settings.AlertSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.EventWire;
import org.banip.surrogate.wire.Patience;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What live subscribers hear of alerts. */
@SuppressWarnings("try") // what is open is not named
class LiveAlertsTest {
    private static final Who CLARA = Who.of("clara", "password");
    private static final int ALERTS = 40;

    @TempDir
    private Path directory;

    private final List<AlertNotice> heard = new CopyOnWriteArrayList<>();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private JdbcStore store;
    private RunningHost host;
    private TestMbu mbu;

    @BeforeEach
    void start() throws Exception {
        store = JdbcStore.open(directory.resolve("store.db"));
        host = RunningHost.over(store, builder -> builder.alerts(AlertSettings.DEFAULT));
        mbu = new TestMbu(host.base());
        mbu.register();
    }

    @AfterEach
    void stop() {
        host.close();
    }

    private Alerting alerting() {
        return host.host().alerting().orElseThrow();
    }

    private void found(Finding finding) {
        alerting().found(BAN, mbu.session(), "host", false, 7, finding);
    }

    private Subscription subscribe() {
        return host.host().subscribe("test", new SurrogateListener() {
            @Override
            public void delivered(SensorData data) {}

            @Override
            public void alert(SurrogateDescription surrogate, AlertNotice step) {
                assertThat(surrogate.session()).isEqualTo(mbu.session());
                heard.add(step);
            }
        });
    }

    /** People and detectors make steps on different threads. */
    @Test
    void eachStepIsHeardOnceAndThoseOfAnAlertInOrder() throws Exception {
        try (Subscription unused = subscribe()) {
            for (int i = 0; i < ALERTS; i++) {
                found(begins("d" + i, Severity.HIGH, 100));
            }
            await().until(() -> alerting().open().size() == ALERTS);
            for (Alert alert : alerting().open()) {
                found(ends(alert.cause().detector(), Severity.HIGH, 98, 110));
                var acknowledged = alerting().acknowledge(alert.id(), CLARA);
                assertThat(acknowledged).isNotNull();
            }
            await().until(() -> alerting().open().isEmpty());
            await().until(() ->
                    heard.stream().filter(step -> step.event().equals("ended")).count() == ALERTS);
        }
        for (UUID id : heard.stream().map(AlertNotice::id).distinct().toList()) {
            List<AlertNotice> steps =
                    heard.stream().filter(step -> step.id().equals(id)).toList();
            for (int i = 0; i < steps.size(); i++) {
                assertThat(steps.get(i).step()).as("%s", steps).isEqualTo(i + 1);
            }
        }
    }

    @Test
    void stepsOfAnotherHostOfTheStoreAreHeard() {
        AlertBook other = new AlertBook(
                store.sideTables().orElseThrow(),
                () -> System.currentTimeMillis() * 1_000_000,
                () -> ContactRules.NONE,
                10);
        try (Subscription unused = subscribe()) {
            found(begins("heart", Severity.HIGH, 100));
            await().until(() -> alerting().open().size() == 1);
            UUID id = alerting().open().get(0).id();
            assertThat(other.acknowledge(id, CLARA)).hasSize(1);
            await().until(() -> heard.size() == 2);
            assertThat(other.end(id, CLARA)).isPresent();
            await().until(() -> heard.size() == 3);
        }
        assertThat(heard).extracting(AlertNotice::event).containsExactly("raised", "acknowledged", "ended");
        assertThat(heard)
                .extracting(step -> step.acknowledgedBy().orElse("nobody"))
                .containsExactly("nobody", "clara", "clara");
    }

    @Test
    void whatWasBeforeTheHostsStartIsNotHeardAgain() throws Exception {
        // Of another session: the watch of one that comes back would end it.
        alerting().found(BAN, Findings.SESSION, "host", false, 7, begins("heart", Severity.HIGH, 100));
        await().until(() -> alerting().open().size() == 1);
        host.close();
        store = JdbcStore.open(directory.resolve("store.db"));
        host = RunningHost.over(store, builder -> builder.alerts(AlertSettings.DEFAULT));
        mbu = mbu.at(host.base());
        mbu.register();
        try (Subscription unused = subscribe()) {
            await().until(() -> alerting().open().size() == 1);
            Patience.get(alerting().acknowledge(alerting().open().get(0).id(), CLARA));
            await().until(() -> !heard.isEmpty());
        }
        assertThat(heard).extracting(AlertNotice::step).containsExactly(2);
    }

    @Test
    void theLiveStreamHasAnEventAndAListenerOfTodayALine() throws Exception {
        SurrogateListener ofToday = new SurrogateListener() {
            @Override
            public void delivered(SensorData data) {}

            @Override
            public void told(SurrogateDescription surrogate, long atNanos, String text) {
                lines.add(text);
            }
        };
        try (EventWire events = new EventWire(host.base(), "surrogates/" + mbu.session() + "/live", Map.of());
                Subscription unused = host.host().subscribe("today", ofToday)) {
            events.next("appeared");
            found(begins("heart", Severity.HIGH, 100));
            JsonObject step = events.next("alert");
            assertThat(step.string("event")).isEqualTo("raised");
            assertThat(step.string("ban")).isEqualTo(BAN);
            await().until(() -> lines.equals(List.of("!!! HIGH raised: II asystole, 4.500 s (heart)")));
        }
    }
}
