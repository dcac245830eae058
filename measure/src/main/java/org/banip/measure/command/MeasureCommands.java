package org.banip.measure.command;

import java.util.List;
import org.banip.app.spi.CommandProvider;
import org.banip.app.terminal.Stop;
import picocli.CommandLine;

/** Adds {@code banip measure}. */
public final class MeasureCommands implements CommandProvider {
    /** For the service loader. */
    public MeasureCommands() {}

    @Override
    public List<CommandLine> commands(Stop stop) {
        return List.of(MeasureCommand.of(stop));
    }
}
