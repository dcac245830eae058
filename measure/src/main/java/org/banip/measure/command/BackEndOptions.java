package org.banip.measure.command;

import java.util.List;
import java.util.Optional;
import org.banip.app.option.Secrets;
import org.banip.app.option.TrustOption;
import org.banip.measure.cpi.BackEndAccess;
import org.banip.server.settings.Secret;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** A back-end on another machine, for a measurement over a real network: a mixin. */
final class BackEndOptions {
    private static final String TOKEN_VARIABLE = "BANIP_TOKEN";
    /** Options of the emulated link; with a back-end its URL says whether there is TLS. */
    private static final List<String> EMULATED =
            List.of("--link", "--congestion-control", "--queue", "--relay", "--initial-window", "--parallel", "--tls");

    @Option(
            names = "--back-end",
            paramLabel = "URL",
            description =
                    "Measure over the network to the back-end of another machine, instead of an emulated link; 'banip measure"
                            + " back-end' prints the URL. Default: none.")
    private @Nullable String url;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            converter = Secrets.FromFile.class,
            description = "Its first line is the token of the back-end. Default: the value of " + TOKEN_VARIABLE + ".")
    private @Nullable Secret token;

    @Mixin
    private final TrustOption trust = new TrustOption();

    @Option(
            names = "--allow-plain",
            description = "Connect to a back-end on another machine without TLS, because something else protects the"
                    + " network. Default: no.")
    private boolean plain;

    @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    /** How to reach the back-end; empty for an emulated link. */
    Optional<BackEndAccess> access() {
        if (url == null) {
            return Optional.empty();
        }
        for (String option : EMULATED) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new ParameterException(
                        spec.commandLine(), "--back-end and " + option + " are given, one of them is allowed");
            }
        }
        BackEndAccess access = new BackEndAccess(BackEndAccess.url(url), secret(), trust.file());
        access.checkSafe(plain);
        trust.tls(); // checks the file
        return Optional.of(access);
    }

    private String secret() {
        if (token != null) {
            return token.value();
        }
        String fromEnvironment = System.getenv(TOKEN_VARIABLE);
        if (fromEnvironment == null) {
            throw new ParameterException(
                    spec.commandLine(), "--back-end needs a token: from --token-file FILE, or in " + TOKEN_VARIABLE);
        }
        return fromEnvironment;
    }
}
