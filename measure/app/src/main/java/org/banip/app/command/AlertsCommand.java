package org.banip.app.command;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.banip.app.option.Checked;
import org.banip.app.option.TrustOption;
import org.banip.app.watch.AlertClient;
import org.banip.core.text.Quoted;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banip alerts}. */
@Command(
        name = "alerts",
        header = "Lists the open alerts of a host, acknowledges or ends one.",
        description =
                "A line for each alert: its id, the BAN, the priority, the state, what was found, and since when. docs/graded-alerts.md says what"
                        + " acknowledging and ending mean.")
final class AlertsCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "STEP",
            description = "acknowledge or end. Without it, the open alerts are listed.")
    private @Nullable String step;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "ID",
            description = "The alert's id as it is listed, or how it begins, with 4 characters at least.")
    private @Nullable String id;

    @Mixin
    private final HostOptions host = new HostOptions();

    @Option(names = "--ban", paramLabel = "ID", description = "List the alerts of this BAN. Default: of all BANs.")
    private @Nullable String ban;

    @Mixin
    private final TrustOption trust = new TrustOption();

    @Mixin
    private final ViewerOptions viewer;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    AlertsCommand(Map<String, String> environment) {
        viewer = new ViewerOptions(environment);
    }

    @Override
    public Integer call() throws InterruptedException {
        String wanted = step;
        AlertClient.@Nullable Step known = wanted == null ? null : Checked.options(spec, () -> step(wanted));
        String alert = known == null ? "" : Checked.options(spec, () -> id(known));
        AlertClient client = Checked.options(spec, () -> {
            return new AlertClient(viewer.at(host.checked(), trust.tls()));
        });
        if (known == null) {
            list(client.list(ban == null ? "" : ban));
        } else {
            spec.commandLine().getOut().println(client.take(known, alert));
        }
        return ExitCode.OK;
    }

    private static AlertClient.Step step(String word) {
        return Arrays.stream(AlertClient.Step.values())
                .filter(step -> step.token().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(Quoted.of(word) + " is not allowed; allowed are "
                        + Arrays.stream(AlertClient.Step.values())
                                .map(AlertClient.Step::token)
                                .collect(Collectors.joining(", "))));
    }

    private String id(AlertClient.Step of) {
        String given = id == null ? "" : id;
        if (ban != null) {
            throw new IllegalArgumentException("--ban is for the list only");
        }
        if (!AlertClient.isId(given)) {
            throw new IllegalArgumentException(of.token()
                    + " needs the id of an alert as 'banip alerts' lists it, or how"
                    + " it begins, with 4 characters at least" + (given.isEmpty() ? "" : ", not " + Quoted.of(given)));
        }
        return given;
    }

    private void list(AlertClient.Listing listing) {
        listing.alerts().forEach(spec.commandLine().getOut()::println);
        listing.notShown().forEach(spec.commandLine().getErr()::println);
        if (!listing.kept()) {
            spec.commandLine().getErr().println("the host keeps no alerts");
        } else if (listing.alerts().isEmpty() && listing.notShown().isEmpty()) {
            spec.commandLine().getErr().println("no alert is open" + (ban == null ? "" : " of BAN " + Quoted.of(ban)));
        }
    }
}
