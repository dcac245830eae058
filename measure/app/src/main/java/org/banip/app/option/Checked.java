package org.banip.app.option;

import java.net.BindException;
import java.util.function.Supplier;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Reports a setting that a part refuses as a wrong option of the command line. */
public final class Checked {
    private Checked() {}

    /** The supplier's result. If the supplier refuses an option, the command line reports it. */
    public static <T> T options(CommandSpec spec, Supplier<T> settings) {
        try {
            return settings.get();
        } catch (IllegalArgumentException e) {
            throw wrong(spec, e);
        } catch (BanipException e) {
            throw e.code() == ErrorCode.INVALID_DESCRIPTION || e.code() == ErrorCode.INVALID_CHAIN ? wrong(spec, e) : e;
        }
    }

    /** Starts a server. If its port is in use, the error names the options for another port. */
    public static <T> T listening(String options, Supplier<T> server) {
        try {
            return server.get();
        } catch (BanipException e) {
            throw orAnotherPort(options, e);
        }
    }

    /** The same failure; if the port is in use, with the options for another port. */
    public static BanipException orAnotherPort(String options, BanipException e) {
        return e.getCause() instanceof BindException bind
                ? new BanipException(e.code(), e.getMessage() + "; " + options + " chooses another", bind)
                : e;
    }

    private static ParameterException wrong(CommandSpec spec, RuntimeException e) {
        return new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
}
