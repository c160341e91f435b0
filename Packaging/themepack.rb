# A formula for Homebrew. The release workflow replaces VERSION and the digests.
class Themepack < Formula
  desc "Verifies the images and settings of themes, and packs each theme into one file"
  homepage "https://github.com/OWNER/themepack"
  version "VERSION"
  license "MIT"

  on_macos do
    depends_on "libdeflate"
    depends_on "libpng"
    on_arm do
      url "https://github.com/OWNER/themepack/releases/download/vVERSION/themepack-VERSION-macos-arm64.tar.gz"
      sha256 "SHA256-macos-arm64"
    end
    on_intel do
      url "https://github.com/OWNER/themepack/releases/download/vVERSION/themepack-VERSION-macos-x86_64.tar.gz"
      sha256 "SHA256-macos-x86_64"
    end
  end

  on_linux do
    on_intel do
      url "https://github.com/OWNER/themepack/releases/download/vVERSION/themepack-VERSION-linux-x86_64.tar.gz"
      sha256 "SHA256-linux-x86_64"
    end
    on_arm do
      url "https://github.com/OWNER/themepack/releases/download/vVERSION/themepack-VERSION-linux-arm64.tar.gz"
      sha256 "SHA256-linux-arm64"
    end
  end

  def install
    bin.install "bin/themepack"
    man1.install "share/man/man1/themepack.1"
    bash_completion.install "share/bash-completion/completions/themepack"
    zsh_completion.install "share/zsh/site-functions/_themepack"
    fish_completion.install "share/fish/vendor_completions.d/themepack.fish"
    doc.install Dir["share/doc/themepack/*"]
  end

  test do
    system bin/"themepack", "init", "project"
    system bin/"themepack", "build", "-C", "project"
    assert_path_exists testpath/"project/dist/dark-1.0.0.themepack.zip"
  end
end
