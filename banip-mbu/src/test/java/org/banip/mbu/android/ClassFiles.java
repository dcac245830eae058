package org.banip.mbu.android;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;

/** The class files of given packages on the class path. Each is read once. One thread. */
final class ClassFiles {
    private final List<String> packages;
    private final Map<String, Optional<ClassFile>> read = new HashMap<>();

    /** Class files whose internal names begin with one of these prefixes, for example {@code org/slf4j/}. */
    ClassFiles(List<String> packages) {
        this.packages = packages;
    }

    /** A class, if it belongs to the given packages. */
    Optional<ClassFile> find(String name) {
        return read.computeIfAbsent(name, this::read);
    }

    private Optional<ClassFile> read(String name) {
        if (packages.stream().noneMatch(name::startsWith)) {
            return Optional.empty();
        }
        try (InputStream in = ClassFiles.class.getClassLoader().getResourceAsStream(name + ".class")) {
            if (in == null) {
                return Optional.empty();
            }
            ClassFile file = new ClassFile();
            new ClassReader(in).accept(file, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            return Optional.of(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All classes of the folder or archive that has this class. */
    List<ClassFile> beside(Class<?> type) throws Exception {
        Path place =
                Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(place)) {
            return under(place);
        }
        try (FileSystem archive = FileSystems.newFileSystem(place)) {
            return under(archive.getPath("/"));
        }
    }

    private List<ClassFile> under(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
                    .map(file -> find(file.substring(0, file.length() - ".class".length())
                                    .replace('\\', '/'))
                            .orElseThrow())
                    .collect(Collectors.toList());
        }
    }
}
