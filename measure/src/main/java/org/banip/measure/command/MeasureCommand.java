package org.banip.measure.command;

import org.banip.app.terminal.Stop;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** {@code banip measure}. */
@Command(
        name = "measure",
        header = "Measures coding, speed and links, computes the overhead of headers, and makes reports.",
        description = "Measurements over an emulated link need Linux, and root or user namespaces (docs/link.md).")
final class MeasureCommand implements Runnable {
    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    /** The command with all measurements as subcommands. */
    static CommandLine of(Stop stop) {
        return new CommandLine(new MeasureCommand())
                .addSubcommand(new MeasureCompressionCommand(stop))
                .addSubcommand(new MeasureJmhCommand())
                .addSubcommand(new MeasureLinkCommand(stop))
                .addSubcommand(new MeasureProbeCommand(stop))
                .addSubcommand(new MeasureCpiCommand(stop))
                .addSubcommand(new MeasureLiveCommand(stop))
                .addSubcommand(new MeasureUplinksCommand(stop))
                .addSubcommand(new MeasureAddressChangeCommand(stop))
                .addSubcommand(new MeasureBackEndCommand(stop))
                .addSubcommand(new MeasureThesisCommand(stop))
                .addSubcommand(new MeasureWireCommand(stop))
                .addSubcommand(new MeasurePeersCommand(stop))
                .addSubcommand(new MeasureHttpCommand(stop))
                .addSubcommand(new MeasurePathsCommand(stop))
                .addSubcommand(new MeasureLoadCommand(stop))
                .addSubcommand(new MeasureJiniCommand(stop))
                .addSubcommand(new MeasureStoppedCommand(stop))
                .addSubcommand(new MeasureFaultsCommand(stop))
                .addSubcommand(new MeasureLossesCommand(stop))
                .addSubcommand(new MeasurePriceCommand(stop))
                .addSubcommand(new MeasureUrgencyCommand(stop))
                .addSubcommand(new MeasureAlertsCommand(stop))
                .addSubcommand(new MeasureOverheadCommand())
                .addSubcommand(new MeasureReportCommand())
                .addSubcommand(new MeasureStudyCommand(stop));
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "which measurement? There are: "
                        + String.join(", ", spec.subcommands().keySet()));
    }
}
