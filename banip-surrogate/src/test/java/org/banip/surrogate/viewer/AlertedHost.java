package org.banip.surrogate.viewer;

import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.banip.alerts.finding.Finding;
import org.banip.alerts.finding.Severity;
import org.banip.server.audit.Audit;
import org.banip.surrogate.alert.Alert;
import org.banip.surrogate.alert.Alerting;
import org.banip.surrogate.contract.PeopleContract;
import org.banip.surrogate.people.People;
import org.banip.surrogate.settings.AlertSettings;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.settings.PeopleSettings;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;

/** A host that keeps alerts and has named viewers, and an MBU. */
final class AlertedHost implements AutoCloseable {
    static final String PASSWORD = "seven green apples";

    /** Long: nothing falls silent on a busy machine. */
    private static final LivenessSettings LIVENESS =
            new LivenessSettings(Duration.ofMinutes(2), 3, Duration.ofMinutes(1));

    final RunningHost host;
    final TestMbu mbu;
    final String operatorToken;

    AlertedHost(Path directory) throws IOException {
        this(directory, Audit.OFF);
    }

    AlertedHost(Path directory, Audit audit) throws IOException {
        Path file = directory.resolve("viewers");
        operatorToken = PeopleContract.people(file);
        host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> builder.alerts(AlertSettings.DEFAULT)
                        .audit(audit)
                        .liveness(LIVENESS)
                        .people(new People(new PeopleSettings(file, PeopleSettings.DEFAULT_IDLE, false))),
                HostServerSettings.loopback());
        mbu = new TestMbu(host.base());
        mbu.register();
    }

    Alerting alerting() {
        return host.host().alerting().orElseThrow();
    }

    /** Raises an alert of a BAN; its id. */
    UUID raise(String ban, String detector, String kind, Severity severity) {
        return raise(mbu, ban, detector, kind, severity);
    }

    /** The same in the session of an MBU. */
    UUID raise(TestMbu of, String ban, String detector, String kind, Severity severity) {
        long now = System.currentTimeMillis() * 1_000_000;
        Finding finding = new Finding(detector, kind, severity, true, "ecg", "MLII", 104.5, "s", now, now);
        alerting().found(ban, of.session(), "host", false, 7, finding);
        return await().until(
                        () -> alerting().open().stream()
                                .filter(alert -> alert.ban().equals(ban)
                                        && alert.cause().detector().equals(detector))
                                .map(Alert::id)
                                .findFirst(),
                        java.util.Optional::isPresent)
                .orElseThrow();
    }

    /** Opens 64 alerts of low priority in each of these BANs, and waits for them. */
    void crowd(int bans) {
        long now = System.currentTimeMillis() * 1_000_000;
        long before = alerting().openList().total();
        for (int i = 0; i < 64 * bans; i++) {
            Finding finding = new Finding("d" + i, "above", Severity.LOW, true, "ecg", "MLII", 104.5, "s", now, now);
            alerting().found("crowd-" + i % bans, mbu.session(), "mbu", false, 7, finding);
        }
        await().until(() -> alerting().openList().total() == before + 64L * bans);
    }

    /** What a detector of {@link #raise} found is over. */
    void over(String ban, String detector, String kind, Severity severity) {
        long now = System.currentTimeMillis() * 1_000_000;
        Finding finding = new Finding(detector, kind, severity, false, "ecg", "MLII", 104.5, "s", now, now);
        alerting().found(ban, mbu.session(), "host", false, 8, finding);
    }

    /** Opens the live page in a browser's tab, and logs a viewer in. */
    void logIn(Browser tab, String name) throws InterruptedException {
        tab.open(host.base());
        await().until(() -> tab.evaluate("String(!!document.querySelector('input[name=password]'))")
                .equals("true"));
        tab.evaluate("document.querySelector('input[name=name]').value = '" + name + "';"
                + "document.querySelector('input[name=password]').value = '" + PASSWORD + "';"
                + "document.querySelector('button').click(); ''");
    }

    /** The same for a clinician, before any alert is open. */
    void open(Browser tab) throws InterruptedException {
        logIn(tab, "clara");
        await().until(() -> tab.evaluate("document.getElementById('alert-count')?.textContent")
                .equals("No open alerts"));
    }

    @Override
    public void close() {
        host.close();
    }
}
