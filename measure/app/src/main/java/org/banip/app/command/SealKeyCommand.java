package org.banip.app.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.banip.seal.SealKeys;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** {@code banip seal-key}. */
@Command(
        name = "seal-key",
        header = "Makes a key for records that only its owner can read.",
        description = {
            "MBUs encrypt for the public key (chain component seal). Host and export need the folder of private keys.",
            "A folder may have many keys: make a new one now and then, and keep the old ones as long as their records shall be read."
                    + " To erase a key, delete its file and all copies: nobody can read its records then."
        })
final class SealKeyCommand implements Callable<Integer> {
    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "seal-keys",
            description = "Folder of the private keys; it is created, readable by you only. Default: ${DEFAULT-VALUE}.")
    private Path folder = Path.of("seal-keys");

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        SealKeys keys = new SealKeys(folder);
        String key = keys.make();
        PrintWriter out = spec.commandLine().getOut();
        out.println(keys.file(key)
                + "  the private key. It opens the records: keep it secret, and keep a copy in a safe place");
        out.println(key + "  the public key, for MBUs");
        out.println();
        out.println("Use them:");
        out.println("  banip host --seal-keys " + folder);
        out.println("  banip mbu --seal-to " + key + " --user NAME --wsb …");
        out.println("  banip export --seal-keys " + folder);
        return ExitCode.OK;
    }
}
