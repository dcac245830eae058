package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The types of this module that an app developer sees: three packages and few types. */
class ExportedTypesTest {
    /** The maximum number of types that a reader can learn in a short time. Nine of them are for apps with several paths only, and two for
     * those with several brokers. */
    private static final int MOST = 39;

    @Test
    void anAppSeesThreePackagesAndFewTypes() throws Exception {
        Path classes = Path.of(MobileBaseUnit.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        ModuleDescriptor module = ModuleFinder.of(classes)
                .find("org.banip.mbu")
                .orElseThrow(() -> new AssertionError("no module in " + classes))
                .descriptor();
        Set<String> packages = module.exports().stream()
                .filter(exported -> !exported.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(packages).containsExactly("org.banip.mbu", "org.banip.mbu.settings", "org.banip.mbu.spi");
        Set<String> types = new TreeSet<>();
        for (String exported : packages) {
            types.addAll(publicTypes(classes, exported));
        }
        assertThat(types).contains("org.banip.mbu.MobileBaseUnit", "org.banip.mbu.spi.Sensor");
        assertThat(types.size()).as("%s", types).isLessThanOrEqualTo(MOST);
    }

    private static List<String> publicTypes(Path classes, String exported) throws IOException {
        try (Stream<Path> files = Files.list(classes.resolve(exported.replace('.', '/')))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file ->
                            file.endsWith(".class") && file.indexOf('$') < 0 && !file.startsWith("package-info"))
                    .map(file -> exported + "." + file.substring(0, file.length() - ".class".length()))
                    .filter(ExportedTypesTest::isPublic)
                    .collect(Collectors.toList());
        }
    }

    private static boolean isPublic(String type) {
        try {
            return Modifier.isPublic(Class.forName(type).getModifiers());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }
}
