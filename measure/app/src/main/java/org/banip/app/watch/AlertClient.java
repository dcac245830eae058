package org.banip.app.watch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonObject;
import org.banip.core.text.Quoted;

/** Lists the open alerts of a host, and acknowledges and ends them (docs/graded-alerts.md). One thread at a time. */
public final class AlertClient {
    private static final Duration LONGEST = Duration.ofSeconds(15);
    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Pattern ID_BEGINS = Pattern.compile("[0-9a-f]{4}[0-9a-f-]{0,32}");

    private final HostViewer viewer;

    /** Alerts that this person may see. */
    public AlertClient(HostViewer viewer) {
        this.viewer = viewer;
    }

    /** What somebody does with an alert. */
    public enum Step {
        /** Somebody takes care of it. */
        ACKNOWLEDGE("acknowledge"),
        /** Its detector will not end it. */
        END("end");

        private final String token;

        Step(String token) {
            this.token = token;
        }

        /** The word of the command line, and of the host's resources. */
        public String token() {
            return token;
        }
    }

    /**
     * What a host lists.
     *
     * @param kept whether the host keeps alerts at all
     * @param alerts a line for each open alert, safe for a terminal, in the host's order
     * @param notShown a line for each BAN of which open alerts are not in the list
     */
    public record Listing(boolean kept, List<String> alerts, List<String> notShown) {
        /** Copies the lists. */
        public Listing {
            alerts = List.copyOf(alerts);
            notShown = List.copyOf(notShown);
        }
    }

    /**
     * The open alerts of one BAN, or of all.
     *
     * @param ban a BAN's id; empty for all BANs
     * @throws BanipException if the host refuses, is no surrogate host, or cannot be reached
     */
    public Listing list(String ban) throws InterruptedException {
        JsonObject document = viewer.document("alerts");
        List<String> notShown = new ArrayList<>();
        if (document.has("notShown")) {
            document.objects("notShown").stream()
                    .filter(one -> ban.isEmpty() || one.string("ban").equals(ban))
                    .map(one -> "open alerts of BAN " + Quoted.of(one.string("ban")) + " that are not shown: "
                            + one.integer("alerts", 0, Long.MAX_VALUE))
                    .forEach(notShown::add);
        }
        return new Listing(
                document.bool("kept"),
                document.objects("alerts").stream()
                        .filter(alert -> ban.isEmpty() || alert.string("ban").equals(ban))
                        .map(AlertClient::line)
                        .toList(),
                notShown);
    }

    private static String line(JsonObject alert) {
        return Quoted.line(alert.string("id"), 36) + "  " + Quoted.line(alert.string("ban"), 64) + "  "
                + OpenAlert.text(alert);
    }

    /** Whether this may be the id of an alert, or at least four characters with which it begins. */
    public static boolean isId(String text) {
        return ID_BEGINS.matcher(text).matches();
    }

    /**
     * Takes a step.
     *
     * @param id the alert's id, or how the id of exactly one alert of the list begins
     * @return the alert as it stands then, as a line of the list: somebody else may have been quicker, or it has ended
     * @throws BanipException {@code UNKNOWN_ALERT} if there is none of these BANs, several begin like this, or
     *     it is to be acknowledged and has ended; also as {@link #list} says. If no answer
     *     came, the step may be done; to repeat it does no harm
     */
    public String take(Step step, String id) throws InterruptedException {
        String alert = ID.matcher(id).matches() ? id : whole(id);
        JsonObject after = viewer.post(
                "alerts/" + alert + "/" + step.token(), UUID.randomUUID().toString(), "", LONGEST);
        if (step == Step.ACKNOWLEDGE && after.string("state").equals(OpenAlert.ENDED)) {
            throw new BanipException(
                    ErrorCode.UNKNOWN_ALERT,
                    "the alert is not open any more, and can no longer be acknowledged: " + line(after));
        }
        return line(after);
    }

    private String whole(String beginning) throws InterruptedException {
        List<String> found = viewer.document("alerts").objects("alerts").stream()
                .map(alert -> alert.string("id"))
                .filter(id -> id.startsWith(beginning) && ID.matcher(id).matches())
                .toList();
        if (found.size() == 1) {
            return found.get(0);
        }
        throw new BanipException(
                ErrorCode.UNKNOWN_ALERT,
                found.isEmpty()
                        ? viewer.host() + " lists no open alert whose id begins with " + Quoted.of(beginning)
                                + "; one that has ended is not in the list"
                        : found.size() + " open alerts have ids that begin with " + Quoted.of(beginning)
                                + "; give more of it");
    }
}
